/**
 * Bounds for a batch of UUIDv7s, so that the planner sees the partitions they are in and not all there are. Hours wide (the first 24 bits
 * of the time): between the batch's own ids it expects a single row, walks through all that are there and compares each with every one.
 * @param ids sorted, at least one
 */
export const idsAround = (ids: readonly string[]): { readonly first: string; readonly last: string } => ({
  first: `${ids.at(0)!.slice(0, 6)}00-0000-0000-0000-000000000000`,
  last: `${ids.at(-1)!.slice(0, 6)}ff-ffff-ffff-ffff-ffffffffffff`,
});

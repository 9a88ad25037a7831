import { createHash } from 'node:crypto';

/** Where the answers to an instance's requests go. Travels as the `replyTo` header. */
export interface ReplyAddress {
  readonly instance: string;
  readonly partition: number;
}

/** The header on an answer that names the instance it is for, so that others can skip it unread. */
export const FOR_INSTANCE = 'forInstance';
/** The header on an answer that names the request. */
export const IN_REPLY_TO = 'inReplyTo';

export function addressOf(instance: string, partitions: number): ReplyAddress {
  const hash = createHash('sha256').update(instance).digest().readUInt32BE();
  return { instance, partition: hash % partitions };
}

export const formatAddress = ({ instance, partition }: ReplyAddress): string => `${instance}/${partition}`;

/** @returns undefined for what is no address of ours */
export function parseAddress(text: string): ReplyAddress | undefined {
  const [, instance, partition] = /^([^/]+)\/(\d+)$/.exec(text) ?? [];
  return instance && partition ? { instance, partition: Number(partition) } : undefined;
}

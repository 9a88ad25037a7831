import type { PartitionAssigner } from 'kafkajs';
import { AssignerProtocol } from './kafkajs.js';

const { MemberAssignment, MemberMetadata } = AssignerProtocol;
const NAME = 'SinglePartition';
const VERSION = 0;

/** Gives the group's only member one partition and nothing else: kafkajs cannot read a partition without a group. */
export const singlePartitionAssigner =
  (topic: string, partition: number): PartitionAssigner =>
  () => ({
    name: NAME,
    version: VERSION,
    protocol: ({ topics }) => ({
      name: NAME,
      metadata: MemberMetadata.encode({ version: VERSION, topics, userData: Buffer.alloc(0) }),
    }),
    assign: async ({ members }) =>
      members.map(({ memberId }) => ({
        memberId,
        memberAssignment: MemberAssignment.encode({
          version: VERSION,
          assignment: { [topic]: [partition] },
          userData: Buffer.alloc(0),
        }),
      })),
  });

import { isForGood, type ReceivedAnswer } from '../clients/is-for-good.js';
import type { PostbackLine } from '../clients/receiver.js';
import type { AnswerLine, HistoryLine, MerchantLine, RunLine } from '../history/history-line.js';
import { filesOf } from '../history/history.js';
import { readJsonLines } from '../history/json-lines.js';
import { digestOf } from './digest.js';
import type { Facts } from './facts.js';
import type { Fault, Operation, Phase, Try } from './operation.js';

/** What clients and operator wrote down. */
export interface Story {
  run: RunLine | undefined;
  readonly merchants: MerchantLine[];
  readonly operations: Map<number, Operation>;
  readonly faults: Fault[];
  readonly phases: Phase[];
  /** Instances that ended without being told to. */
  ended: number;
}

/** What a receiver heard of one resource at one endpoint. */
export interface Heard {
  /** In the order in which each came first. */
  readonly sequences: number[];
  /** By event id. */
  readonly digests: Map<string, string>;
  repeats: number;
}

export interface PostbackEvidence {
  /** By endpoint and resource: {@link heardKey}. */
  readonly heard: Map<string, Heard>;
  /** When each postback came. */
  readonly arrivals: number[];
  /** Events that came with more than one body. */
  readonly changed: string[];
}

/** All that the check looks at. */
export interface Evidence {
  readonly story: Story;
  readonly postbacks: PostbackEvidence;
  readonly facts: Facts;
}

export const heardKey = (endpoint: string, resourceId: string): string => `${endpoint} ${resourceId}`;

export const emptyStory = (): Story => ({
  run: undefined,
  merchants: [],
  operations: new Map(),
  faults: [],
  phases: [],
  ended: 0,
});

export async function readStory(folder: string): Promise<Story> {
  const story = emptyStory();
  for await (const line of readJsonLines<HistoryLine>(filesOf(folder).history)) addLine(story, line);
  return story;
}

/** What a line adds to the story. Bodies are digested: nobody could keep all of a long run. */
export function addLine(story: Story, line: HistoryLine): void {
  switch (line.line) {
    case 'run':
      story.run = line;
      break;
    case 'merchant':
      story.merchants.push(line);
      break;
    case 'phase':
      story.phases.push({ name: line.name, at: line.at });
      break;
    case 'ask': {
      const { body, line: _, at: askedAt, ...operation } = line;
      const { amount } = body as { amount?: number };
      story.operations.set(line.operation, { ...operation, askedAt, amount, tries: [] });
      break;
    }
    case 'send': {
      const { copy, attempt, gateway } = line;
      story.operations.get(line.operation)!.tries.push({ copy, attempt, gateway, sentAt: line.at });
      break;
    }
    case 'answer':
      Object.assign(tryOf(story, line), outcomeOf(line), { answeredAt: line.at });
      break;
    case 'fault': {
      const { fault, kind, victim, instances, at } = line;
      story.faults.push({ fault, kind, victim, instances, at });
      break;
    }
    case 'ready':
      Object.assign(
        story.faults.find(({ fault }) => fault === line.fault)!,
        { readyAt: line.at, starts: line.starts },
      );
      break;
    case 'ended by itself':
      story.ended += 1;
      break;
    case 'silence':
    case 'given up':
      // A try without an answer says the same.
      break;
  }
}

/** Coming back is a copy of its own: the last try with the same numbers is the one. */
const tryOf = ({ operations }: Story, { operation, copy, attempt }: AnswerLine): Try =>
  operations.get(operation)!.tries.findLast((each) => each.copy === copy && each.attempt === attempt)!;

function outcomeOf({
  status,
  body,
}: AnswerLine): Pick<Try, 'status' | 'error' | 'digest' | 'resourceId' | 'isForGood'> {
  const { error, data } = body as ReceivedAnswer['body'];
  const resourceId = (data as { id?: string } | undefined)?.id;
  return {
    status,
    error,
    isForGood: isForGood({ status, body: { error } }),
    ...(error === undefined && { digest: digestOf(data), resourceId }),
  };
}

export const noPostbacks = (): PostbackEvidence => ({ heard: new Map(), arrivals: [], changed: [] });

export async function readPostbacks(folder: string): Promise<PostbackEvidence> {
  const evidence = noPostbacks();
  for await (const line of readJsonLines<PostbackLine>(filesOf(folder).postbacks)) addPostback(evidence, line);
  return evidence;
}

export function addPostback({ heard, arrivals, changed }: PostbackEvidence, line: PostbackLine): void {
  arrivals.push(line.at);
  const key = heardKey(line.endpoint, line.resourceId);
  const known: Heard = heard.get(key) ?? { sequences: [], digests: new Map(), repeats: 0 };
  heard.set(key, known);
  const digest = known.digests.get(line.id);
  if (digest === undefined) {
    known.sequences.push(line.sequence);
    known.digests.set(line.id, line.digest);
    return;
  }
  known.repeats += 1;
  if (digest !== line.digest) changed.push(line.id);
}

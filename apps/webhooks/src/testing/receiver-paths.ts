interface Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Answering = (request: Postback) => Answer | Promise<Answer>;

interface Receiver {
  readonly requests: readonly Request[];
  url(path: string): string;
  answerWith(answering: (request: Request) => Answer | Promise<Answer>): void;
}

export interface Postback extends Request {
  /** The event's. */
  readonly id: string;
}

/** Of a receiver that never answers. */
export const silence = (): Promise<never> => new Promise(() => undefined);

/** Lets one receiver play many endpoints, told apart by their paths. */
export class ReceiverPaths {
  /** How paths answer; with 204 where nothing is said. */
  readonly answers = new Map<string, Answering>();

  constructor(private readonly receiver: Receiver) {
    receiver.answerWith((request) => this.answers.get(request.path)?.(toPostback(request)) ?? { status: 204 });
  }

  url(path: string): string {
    return this.receiver.url(path);
  }

  /** What has come to a path. */
  at(path: string): Postback[] {
    return this.receiver.requests.filter((request) => request.path === path).map(toPostback);
  }

  /** The ids of the events that have come to a path. */
  idsAt(path: string): string[] {
    return this.at(path).map(({ id }) => id);
  }
}

const toPostback = (request: Request): Postback => ({ ...request, id: String(request.headers['webhook-id']) });

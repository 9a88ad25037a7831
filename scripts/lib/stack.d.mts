import type { KafkaBroker } from './kafka.mjs';

export type StackService = 'onboarding' | 'payments' | 'ledger' | 'webhooks' | 'gateway';

export interface StackInstance {
  readonly service: StackService;
  /** e.g. `payments-2` */
  readonly name: string;
  readonly opsPort: number;
  readonly logFile: string;
  readonly pid: number | undefined;
  readonly isRunning: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  isReady(): Promise<boolean>;
  signal(signal: NodeJS.Signals): void;
}

export interface StackOptions {
  readonly scale?: Partial<Record<StackService, number>>;
  readonly dataDir?: string;
  readonly ports?: { readonly gateway: number; readonly ops: number };
  readonly env?: Record<string, string>;
  readonly kafkaProfile?: 'small' | 'load';
  readonly onStep?: (step: string) => void;
  readonly onLine?: (instance: StackInstance, line: string) => void;
  readonly onExit?: (instance: StackInstance, how: string) => void;
}

export interface StackMerchant {
  readonly id: string;
  readonly wallet_id: string;
  readonly public_key: string;
  readonly secret_key: string;
}

/** The embedded PostgreSQL of a stack. */
export interface StackPostgres {
  readonly adminUrl: string;
  readonly pid: number;
}

export declare class Stack {
  constructor(options: StackOptions);
  readonly dataDir: string;
  readonly instances: readonly StackInstance[];
  readonly baseUrl: string;
  readonly baseUrls: readonly string[];
  readonly operatorToken: string;
  readonly merchant: StackMerchant;
  readonly credentials: { base_url: string; operator_token: string; merchant: StackMerchant };
  readonly postgres: StackPostgres;
  readonly kafka: KafkaBroker;
  start(): Promise<void>;
  instance(service: StackService, index?: number): StackInstance;
  kill(service: StackService, index?: number, signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  restart(service: StackService, index?: number): Promise<void>;
  add(service: StackService): Promise<number>;
  runStep(step: 'migrate' | 'topics' | 'replay', ...args: string[]): Promise<void>;
  crashPostgres(): Promise<void>;
  stop(): Promise<void>;
}

export declare function startStack(options?: StackOptions): Promise<Stack>;
export declare const STACK_SERVICES: readonly StackService[];

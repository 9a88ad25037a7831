export interface ManagedProcessOptions {
  readonly name: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly onLine?: (line: string) => void;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: Error;
}

export declare class ManagedProcess {
  constructor(command: string, args: readonly string[], options: ManagedProcessOptions);
  readonly name: string;
  readonly lastLines: readonly string[];
  readonly pid: number | undefined;
  readonly hasExited: boolean;
  readonly exit: Promise<ProcessExit>;
  signal(signal: NodeJS.Signals): void;
  stop(options?: { readonly signal?: NodeJS.Signals; readonly timeoutMs?: number }): Promise<boolean>;
  kill(): Promise<void>;
}

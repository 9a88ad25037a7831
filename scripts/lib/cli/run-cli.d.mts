export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly interruption: () => Promise<unknown>;
}

export declare function runCli(argv: readonly string[], surroundings: Surroundings): Promise<number>;

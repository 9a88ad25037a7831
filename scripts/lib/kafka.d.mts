export interface KafkaBrokerOptions {
  /** Keeps the data there; without it they lie in a temporary folder that `stop` removes. */
  readonly dataDir?: string;
  readonly profile?: 'small' | 'load';
  /** Clients must sign in so, over TLS. */
  readonly signIn?: { readonly username: string; readonly password: string };
  readonly onStep?: (step: string) => void;
}

export declare function whyNoKafka(options?: { onStep?: (step: string) => void }): Promise<string | null>;

export declare class KafkaBroker {
  private constructor();
  static start(options?: KafkaBrokerOptions): Promise<KafkaBroker>;
  readonly folder: string;
  readonly port: number;
  readonly brokers: string;
  /** With `signIn`: the certificate that clients must trust. */
  readonly authorityFile: string | undefined;
  readonly pid: number | undefined;
  restart(): Promise<void>;
  stop(options?: { keepData?: boolean }): Promise<void>;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
}

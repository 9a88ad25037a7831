export declare const inRoot: (...parts: string[]) => string;
export declare const entryPoint: (app: string, entry?: string) => string;
export declare const nodeOptions: readonly string[];

export declare const inRoot: (...parts: string[]) => string;
export declare const programFile: (program: string) => string;
export declare const nodeOptions: readonly string[];

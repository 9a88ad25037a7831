export declare function freePorts(count: number): Promise<number[]>;
export declare function isPortFree(port: number): Promise<boolean>;
export declare function portFrom(setting: string, byDefault: number): number;

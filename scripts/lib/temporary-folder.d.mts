export declare function temporaryFolder(name: string): Promise<string>;

export declare function pageWeight(url: string): Promise<Record<string, number>>;

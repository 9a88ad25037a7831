/** What a document says of its file. */
export interface StatedFile {
  readonly file_size: bigint;
  readonly mime_type: string;
}

/** What the server of a file says of it. */
export interface ServedFile {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly contentLength: string | undefined;
}

/** Statuses that may be others in a moment. */
export const isPassing = ({ status }: Pick<ServedFile, 'status'>): boolean => status === 429 || status >= 500;

/** What an operator, and the merchant, should know about the file of a document. A server need not say what it serves. */
export function findingsOf(stated: StatedFile, { status, contentType, contentLength }: ServedFile): string {
  if (status < 200 || status >= 300) return `file_url answered ${status}.`;
  const served = contentType?.split(';', 1)[0]!.trim().toLowerCase();
  const differences = [
    ...(served && served !== stated.mime_type ? [`its type is ${served}, not ${stated.mime_type}`] : []),
    ...(contentLength && contentLength !== String(stated.file_size)
      ? [`it has ${contentLength} bytes, not ${stated.file_size}`]
      : []),
  ];
  if (differences.length > 0) return `file_url has another file: ${differences.join('; ')}.`;
  return 'file_url has a file, and nothing speaks against what was said of it.';
}

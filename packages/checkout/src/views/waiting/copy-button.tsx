import { useEffect, useState } from 'preact/hooks';
import { CheckIcon, CopyIcon } from '../icons.js';

const SHOWN_MS = 4_000;

export interface CopyButtonProps {
  readonly value: string;
  readonly label: string;
  readonly done: string;
}

/** Puts a code on the clipboard, and says so. */
export function CopyButton({ value, label, done }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <>
      <button type="button" class="primary" onClick={() => void copy(value).then(setIsCopied)}>
        {isCopied ? <CheckIcon /> : <CopyIcon />}
        {isCopied ? done : label}
      </button>
      <span class="hidden" role="status">
        {isCopied ? done : ''}
      </span>
    </>
  );
}

/** @returns whether it worked */
async function copy(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    // No clipboard without https, nor where the browser's settings forbid it: the old way asks nobody.
    return copyBySelection(value);
  }
}

function copyBySelection(value: string): boolean {
  const area = document.createElement('textarea');
  area.value = value;
  area.className = 'hidden';
  document.body.append(area);
  area.select();
  const hasWorked = document.execCommand('copy');
  area.remove();
  return hasWorked;
}

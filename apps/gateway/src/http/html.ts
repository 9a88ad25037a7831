/** Text that is HTML already: made by {@link html}, or vouched for by {@link trustedHtml}. */
export class Html {
  constructor(readonly text: string) {}
}

type HtmlValue = Html | string | null;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/**
 * HTML by template. Every value is escaped, for text and quoted attributes alike; what is {@link Html} stays as it is, and null leaves
 * nothing. Values have no business in tags, unquoted attributes, scripts or styles.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.reduce((text, part, index) => text + render(values[index - 1] ?? null) + part));
}

function render(value: HtmlValue): string {
  if (value === null) return '';
  return value instanceof Html ? value.text : escapeHtml(value);
}

/** For what a library has made as markup, of nothing that anybody else wrote. */
export const trustedHtml = (text: string): Html => new Html(text);

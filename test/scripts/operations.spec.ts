import { readdir, readFile } from 'node:fs/promises';
import { METRIC_PREFIX, METRICS_TABLE } from '@centavo/runtime';
import { inRoot } from '../../scripts/lib/paths.mjs';

/** Those that Prometheus or the proxy add, and of a histogram. */
const OTHER_LABELS = new Set(['job', 'instance', 'le']);

const read = (path: string): Promise<string> => readFile(inRoot(path), 'utf8');

interface Mention {
  readonly name: string;
  readonly labels: readonly string[];
}

/** What an expression says of our metrics: each with the labels of its own filter. */
const mentionsIn = (text: string): Mention[] =>
  [...text.matchAll(/centavo_([a-z_]+)(?:\{([^}]*)\})?/g)].map(([, name, filter = '']) => ({
    name: name!,
    labels: [...filter.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!),
  }));

const rowOf = (name: string) => {
  const plain = name.replace(/_(bucket|count|sum)$/, '');
  const table = METRICS_TABLE as Readonly<Record<string, { kind: string; labels: readonly string[] }>>;
  return table[name] ?? (table[plain]?.kind === 'histogram' ? table[plain] : undefined);
};

async function expressionsOfDashboards(): Promise<string[]> {
  const folder = 'deploy/grafana/dashboards';
  const boards = await Promise.all((await readdir(inRoot(folder))).map((file) => read(`${folder}/${file}`)));
  return boards.flatMap((board) => {
    const { panels } = JSON.parse(board) as { panels: { targets: { expr: string }[] }[] };
    return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  });
}

const rulesOf = (alerts: string): string[] => alerts.split('- alert: ').slice(1);
const expressionOf = (rule: string): string => /expr: \|\n([^]*?)\n {8}\w/.exec(rule)![1]!;

describe('What operators watch', () => {
  it('is made of metrics that there are, with labels that they have', async () => {
    const expressions = [
      ...rulesOf(await read('deploy/prometheus/alerts.yml')).map(expressionOf),
      ...(await expressionsOfDashboards()),
    ];
    for (const expression of expressions.filter((text) => text.includes(METRIC_PREFIX))) {
      const mentions = mentionsIn(expression);
      const known = mentions.flatMap(({ name }) => rowOf(name)?.labels ?? []);
      const allowed = new Set([...known, ...OTHER_LABELS]);
      for (const { name, labels } of mentions) {
        expect([METRIC_PREFIX + name, rowOf(name) !== undefined]).toEqual([METRIC_PREFIX + name, true]);
        expect([...rowOf(name)!.labels, ...OTHER_LABELS]).toEqual(expect.arrayContaining(labels));
      }
      const grouped = [...expression.matchAll(/\b(?:by|on) \(([^)]+)\)/g)].flatMap(([, by]) => by!.split(/,\s*/));
      expect([...allowed]).toEqual(expect.arrayContaining(grouped));
    }
    expect(expressions.length).toBeGreaterThan(60);
  });

  it('has a section to read for each alert, and no section without one', async () => {
    const rules = rulesOf(await read('deploy/prometheus/alerts.yml'));
    const alerts = rules.map((rule) => rule.split('\n')[0]!);
    const page = await read('docs/operations.md');
    const [, sections] = page.split('\n## Alerts\n');
    const described = [...sections!.split('\n## ')[0]!.matchAll(/^### (\w+)$/gm)].map(([, name]) => name!);

    expect(described).toEqual(alerts);
    for (const [index, rule] of rules.entries()) {
      expect(rule).toContain(`runbook: docs/operations.md#${alerts[index]!.toLowerCase()}\n`);
      expect(rule).toMatch(/severity: (page|ticket)/);
    }
  });

  it('has a test of each alert', async () => {
    const tests = await read('deploy/prometheus/alerts.test.yml');
    for (const rule of rulesOf(await read('deploy/prometheus/alerts.yml'))) {
      expect(tests).toContain(`alertname: ${rule.split('\n')[0]}\n`);
    }
  });
});

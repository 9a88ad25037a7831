import { newId } from '@centavo/runtime';
import { aChargeBody } from '@centavo/testing';
import { startPlatform } from './platform.js';
it('big', async () => {
  const platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
  const shop = await platform.http.createMerchant();
  const { body } = await platform.http.post<{id:string}>('/v1/charges', shop.credentials, aChargeBody());
  const log = (t: string, x?: unknown) => process.stderr.write(`${t} ${x ?? ''}\n`);
  const N = 1_000_000;
  const admin = new (await import('pg')).default.Client(platform.testDatabase.adminUrl); await admin.connect();
  await admin.query('SET search_path = payments; SET synchronous_commit = off');
  for (const [table, key] of [['charges','id'],['charge_documents','charge_id']] as const) {
    const t0 = performance.now();
    const { rows } = await admin.query(`SELECT column_name c FROM information_schema.columns WHERE table_schema='payments' AND table_name='${table}' AND column_name <> '${key}' ORDER BY ordinal_position`);
    const cols = rows.map((r) => r.c).join(', ');
    await admin.query(`INSERT INTO ${table} (${key}, ${cols}) SELECT (substr(h,1,8)||'-'||substr(h,9,4)||'-7000-8000-'||lpad(to_hex(n),12,'0'))::uuid, ${cols}
      FROM (SELECT n, lpad(to_hex((extract(epoch from now())*1000)::bigint - n::bigint*100),12,'0') h FROM generate_series(${N}, 1, -1) n) s, ${table} row WHERE row.${key} = '${body.data.id}'`);
    log(table, performance.now()-t0);
  }
  await admin.query('VACUUM ANALYZE payments.charges, payments.charge_documents');
  const time = async (q: string) => { const t=performance.now(); const r = await platform.http.get<unknown[]>(`/v1/charges?${q}`, shop.credentials); log(q, `${r.status} ${(performance.now()-t).toFixed(1)}ms n=${r.body.data?.length} total=${r.body.pagination?.total}`); };
  const run = async () => { for (const q of ['', '', 'page=2', 'page=1000', 'page=50000', 'page=50000', 'perPage=100', 'status=captured', 'status=failed','payment_method=credit_card','payment_method=credit_card','created_from=2026-11-21&created_to=2026-11-21']) await time(q); };
  await run();
  const ex = async (sql: string) => log((await admin.query(`EXPLAIN (ANALYZE, BUFFERS) ${sql}`)).rows.map((r) => r['QUERY PLAN']).join('\n'));
  const V='payments.published_charges', W=`merchant_id = '${shop.merchant.id}'`;
  await ex(`SELECT * FROM ${V} WHERE id = ANY (ARRAY(SELECT id FROM ${V} WHERE ${W} ORDER BY id DESC LIMIT 20 OFFSET 20000)) ORDER BY id DESC`);
  const def = (await admin.query(`SELECT pg_get_viewdef('payments.published_charges') d`)).rows[0].d as string;
  await admin.query(`CREATE OR REPLACE VIEW payments.published_charges AS ${def.replace(/(?<!LEFT )JOIN/, 'LEFT JOIN')}`);
  log('--- LEFT JOIN'); await run();
  await ex(`SELECT * FROM ${V} WHERE id = ANY (ARRAY(SELECT id FROM ${V} WHERE ${W} ORDER BY id DESC LIMIT 20 OFFSET 20000)) ORDER BY id DESC`);
  await ex(`SELECT count(*) FROM ${V} WHERE ${W}`);
  await admin.end(); await platform.stop(); newId();
}, 600_000);

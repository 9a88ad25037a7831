import { newId } from '@centavo/runtime';
import { aChargeBody } from '@centavo/testing';
import { startPlatform } from './platform.js';
it('big', async () => {
  const platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
  const shop = await platform.http.createMerchant();
  const { body } = await platform.http.post<{id:string}>('/v1/charges', shop.credentials, aChargeBody());
  const db = platform.database('payments');
  const log = (t: string, x?: unknown) => process.stderr.write(`${t} ${x ?? ''}\n`);
  const N = 1_000_000;
  await db.query(`CREATE TEMP TABLE m AS SELECT 1`).catch(() => log('no temp'));
  for (const [table, key] of [['charges','id'],['charge_documents','charge_id']] as const) {
    const t0 = performance.now();
    await db.query(`INSERT INTO ${table} SELECT (jsonb_populate_record(row, jsonb_build_object('${key}', overlay(to_hex((extract(epoch from now())*1000)::bigint - n*100) placing '' from 100)::text || '0000' , 'x', 1))).* FROM ${table} row, generate_series(1,0) n`).catch((e)=>log(String(e)));
    await db.query(`WITH ids AS MATERIALIZED (SELECT n, (substr(h,1,8)||'-'||substr(h,9,4)||'-7000-8000-'||lpad(to_hex(n),12,'0'))::uuid AS copy FROM (SELECT n, lpad(to_hex((extract(epoch from now())*1000)::bigint - n::bigint*100),12,'0') h FROM generate_series(1,${N}) n) s)
      INSERT INTO ${table} SELECT (jsonb_populate_record(row, jsonb_build_object('${key}', copy))).* FROM ids, ${table} row WHERE row.${key} = $1`, [body.data.id]);
    log(table, performance.now()-t0);
  }
  const admin = new (await import('pg')).default.Client(platform.testDatabase.adminUrl); await admin.connect();
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

import type { AuditCall } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { startTestDatabase, type TestDatabase } from '@centavo/testing';
import { onboardingService } from '../onboarding.service.js';
import { insertAuditAnswer, insertAuditCall, recordAuditEffect } from './audit.sql.js';

const aCall = (): AuditCall => ({
  id: newId(),
  operator: 'operator:00000000',
  method: 'PATCH',
  path: '/admin/v1/merchants',
  query: null,
  resource_id: null,
  request_id: 'request-1',
  body: null,
});

describe('The audit log', () => {
  let testDatabase: TestDatabase;
  let database: PostgresDatabase;
  beforeAll(async () => {
    testDatabase = await startTestDatabase([onboardingService], { shared: [BUS_TABLES_MIGRATION] });
    database = await testDatabase.database('onboarding');
  });
  afterAll(() => testDatabase.close());

  const entry = async (id: string) =>
    (await database.query(`SELECT * FROM published_audit_log WHERE id = $1`, [id]))[0];

  it('has a call once, and its first answer', async () => {
    const call = aCall();
    await insertAuditCall(database, call);
    await insertAuditCall(database, { ...call, method: 'DELETE' });
    expect(await entry(call.id)).toMatchObject({ method: 'PATCH', status: null, error: null, effects: [] });

    await insertAuditAnswer(database, { id: call.id, status: 404, error: 'merchant_not_found' }, new Date());
    await insertAuditAnswer(database, { id: call.id, status: 200, error: null }, new Date());
    expect(await entry(call.id)).toMatchObject({ status: 404, error: 'merchant_not_found' });
  });

  it('has no answer to a call that never came in', async () => {
    const id = newId();
    await insertAuditAnswer(database, { id, status: 503, error: 'service_unavailable' }, new Date());
    expect(await entry(id)).toBeUndefined();
  });

  it('has an effect only when what it tells of was done', async () => {
    const call = aCall();
    await insertAuditCall(database, call);
    const effect = (action: string) => ({ auditCallId: call.id, action, resourceId: newId(), details: {} });
    const undone = database.transaction(async (transaction) => {
      await recordAuditEffect(transaction, effect('merchant.undone'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await database.transaction((transaction) => recordAuditEffect(transaction, effect('merchant.done')));
    expect(await entry(call.id)).toMatchObject({ effects: [{ action: 'merchant.done' }] });
  });

  describe.each([
    ['audit_calls', 'operator'],
    ['audit_answers', 'status'],
    ['audit_effects', 'action'],
  ])('its table %s', (table, column) => {
    const changes = [`UPDATE ${table} SET ${column} = ${column}`, `DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`];

    it.each(changes)('gives its service no right to %s', async (statement) => {
      await expect(database.query(statement)).rejects.toMatchObject({ code: '42501' });
    });

    it.each(changes)('refuses %s to the administrator too', async (statement) => {
      const admin = await testDatabase.adminDatabase('onboarding');
      await expect(admin.query(statement)).rejects.toThrow('append-only');
    });
  });
});

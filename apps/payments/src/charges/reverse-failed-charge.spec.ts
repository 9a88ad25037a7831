import { AcquirerTimeoutError, type AuthorizationRequest } from '../acquirers/acquirer.port.js';
import { aChargeCommand } from '../testing/charge-command.js';
import { PaymentsFixture, type PaymentsInstance } from '../testing/payments-fixture.js';

let fixture: PaymentsFixture;
let payments: PaymentsInstance;

beforeAll(async () => {
  fixture = await PaymentsFixture.start();
});
beforeEach(async () => {
  payments = await fixture.instance();
});
afterAll(() => fixture.stop());

const isReversing = async (id: string): Promise<boolean> => {
  const rows = await fixture.database.query(`SELECT FROM charge_tasks WHERE charge_id = $1 AND kind = 'reverse'`, [id]);
  return rows.length > 0;
};

/** The acquirer gives no answer in time and knows nothing, until it has done it after all. */
async function failedWithoutWord(capture: boolean) {
  const authorize = payments.acquirer.authorize.bind(payments.acquirer);
  let request: AuthorizationRequest | undefined;
  payments.acquirer.authorize = async (asked) => {
    request = asked;
    throw new AcquirerTimeoutError('no answer');
  };
  const command = aChargeCommand({ payment_details: { token: 'tok_visa', capture } });
  await payments.createCharge.execute(command, {});
  await payments.settled();
  expect(await fixture.chargeOf(command.charge_id)).toMatchObject({ status: 'failed', failure_code: 'acquirer_error' });
  return { id: command.charge_id, arriveLate: () => authorize(request!) };
}

async function recover(id: string): Promise<void> {
  await fixture.endLease(id);
  await payments.recoverCharges.recover();
}

describe('an authorization that arrives after its charge had to fail', () => {
  it.each([
    ['refunded when it was captured', true, 'refund'],
    ['voided when it was not', false, 'void'],
  ] as const)('is %s', async (_, capture, undone) => {
    const { id, arriveLate } = await failedWithoutWord(capture);
    expect(await isReversing(id)).toBe(true);
    await arriveLate();
    await recover(id);
    expect(await fixture.operationsOf(id, undone)).toBe(1);
    expect(await isReversing(id)).toBe(false);
    expect(await fixture.chargeOf(id)).toMatchObject({ status: 'failed' });
  });

  it('is undone once, also when the process dies before it could write that down', async () => {
    const { id, arriveLate } = await failedWithoutWord(true);
    await arriveLate();
    const operate = payments.acquirer.operate.bind(payments.acquirer);
    payments.acquirer.operate = async (request) => {
      await operate(request);
      throw new Error('dead');
    };
    await recover(id);
    expect(await isReversing(id)).toBe(true);
    payments.acquirer.operate = operate;
    await recover(id);
    expect(await fixture.operationsOf(id, 'refund')).toBe(1);
    expect(await isReversing(id)).toBe(false);
  });
});

describe('a charge that the acquirer can say nothing of', () => {
  it('is not pending for longer than its bound', async () => {
    payments.acquirer.inquire = async () => {
      throw new AcquirerTimeoutError('no answer');
    };
    const command = aChargeCommand({ payment_details: { token: 'tok_timeout_declined' } });
    await payments.createCharge.execute(command, {});
    await payments.settled();
    expect(await fixture.chargeOf(command.charge_id)).toMatchObject({ status: 'pending' });

    payments.clock.advance(10 * 60 * 1000);
    await recover(command.charge_id);
    await payments.settled();
    expect(await fixture.chargeOf(command.charge_id)).toMatchObject({
      status: 'failed',
      failure_code: 'acquirer_error',
    });
    expect(await isReversing(command.charge_id)).toBe(true);
  });
});

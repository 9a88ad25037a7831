import { Charge } from '@centavo/contracts';
import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers } from '../docs/answers.decorator.js';
import { SimulateCharge } from './simulate-charge.js';

const Simulates = (summary: string): MethodDecorator =>
  Answers(summary, Charge, { errors: ['charge_not_found', 'sandbox_action_not_possible'] });

/** What only the world outside can do to a charge, to be had at will. */
@ApiTags('Sandbox')
@Controller('sandbox/v1/charges')
export class ChargesSandboxController {
  constructor(private readonly simulate: SimulateCharge) {}

  @Post(':id/pay')
  @Simulates('Pay a Pix or a boleto')
  pay(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.simulate.execute(caller, id, 'pay');
  }

  @Post(':id/expire')
  @Simulates('Let the validity of a Pix, a boleto or an authorization pass')
  expire(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.simulate.execute(caller, id, 'expire');
  }

  @Post(':id/chargeback')
  @Simulates('Let the cardholder dispute a captured charge')
  chargeBack(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.simulate.execute(caller, id, 'chargeback');
  }

  @Post(':id/chargeback/won')
  @Simulates('Let the merchant win the dispute')
  winDispute(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.simulate.execute(caller, id, 'chargeback/won');
  }

  @Post(':id/chargeback/lost')
  @Simulates('Let the merchant lose the dispute')
  loseDispute(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.simulate.execute(caller, id, 'chargeback/lost');
  }
}

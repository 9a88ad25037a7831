import { CardEncryptionKey, CardToken, PayLinkDto, TokenizeCardDto } from '@centavo/contracts';
import { Body, Controller, createParamDecorator, Get, Ip, Param, Post, Res } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestContext } from '../auth/caller.js';
import { Answers } from '../docs/answers.decorator.js';
import { CheckoutCharge } from './checkout-charge.js';
import { CheckoutCharges } from './checkout-charges.js';
import { CheckoutTokens } from './checkout-tokens.js';
import { PayLink } from './pay-link.js';

/** A request of somebody without credentials. */
const Payer = createParamDecorator(
  (_, context: ExecutionContext) => new RequestContext(context.switchToHttp().getRequest<FastifyRequest>()),
);

const OF_LINK = ['payment_link_not_found', 'payment_link_unavailable'] as const;

/** What the checkout page of a payment link asks for, without credentials. */
@ApiTags('Checkout')
@Controller('pay/:id')
export class CheckoutController {
  constructor(
    private readonly payLink: PayLink,
    private readonly charges: CheckoutCharges,
    private readonly tokens: CheckoutTokens,
  ) {}

  @Post('charges')
  @Answers('Pay a payment link', CheckoutCharge, {
    status: 201,
    errors: [...OF_LINK, 'invalid_token', 'card_expired'],
  })
  pay(@Payer() payer: RequestContext, @Ip() address: string, @Param('id') id: string, @Body() body: PayLinkDto) {
    return this.payLink.execute(id, body, address, payer);
  }

  @Get('charges/:charge_id')
  @Answers('Get a charge of a payment link as its payer may see it', CheckoutCharge, {
    errors: ['payment_link_not_found', 'charge_not_found'],
  })
  charge(@Ip() address: string, @Param('id') id: string, @Param('charge_id') chargeId: string) {
    return this.charges.one(id, chargeId, address);
  }

  @Post('charges/:charge_id/void')
  @Answers('Give up a Pix or a boleto of a payment link that is not paid yet', CheckoutCharge, {
    errors: [...OF_LINK, 'charge_not_found', 'charge_not_voidable'],
  })
  void(
    @Payer() payer: RequestContext,
    @Ip() address: string,
    @Param('id') id: string,
    @Param('charge_id') chargeId: string,
  ) {
    return this.charges.void(id, chargeId, address, payer);
  }

  @Get('v1/tokens/public-key')
  @Answers('Get the key that cards are encrypted to', CardEncryptionKey, { errors: OF_LINK })
  publicKey(@Param('id') id: string, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.tokens.publicKey(id, reply);
  }

  @Post('v1/tokens')
  @Answers('Tokenize a card for a payment link; 200 when it has a token already', CardToken, {
    status: 201,
    orStatus: 200,
    errors: [...OF_LINK, 'unsupported_card_brand', 'card_expired'],
  })
  tokenize(
    @Payer() payer: RequestContext,
    @Ip() address: string,
    @Param('id') id: string,
    @Body() body: TokenizeCardDto,
  ) {
    return this.tokens.tokenize(id, body, address, payer);
  }
}

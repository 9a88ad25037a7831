import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AnswersContent } from '../docs/answers.decorator.js';
import { SLIP_CONTENT_SECURITY_POLICY } from './boleto-slip.css.js';
import { PaymentSlips } from './payment-slips.js';

/** A charge's code never changes. */
const QR_CODE_HEADERS = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=86400, immutable',
  'x-content-type-options': 'nosniff',
};

/** It names the payer, and says whether it is still to be paid: nobody keeps it, and no other site learns its address. */
const SLIP_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'content-security-policy': SLIP_CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

// Headers are set when there is an answer to have them: `@Header` would put them on errors too.
@ApiTags('Payment slips')
@Controller()
export class PaymentSlipsController {
  constructor(private readonly slips: PaymentSlips) {}

  @Get('pix/:id/qr-code.png')
  @AnswersContent('Get the QR code of a Pix charge', 'image/png', { errors: ['charge_not_found'] })
  async qrCode(@Param('id') id: string, @Res({ passthrough: true }) reply: FastifyReply) {
    const image = await this.slips.qrCode(id);
    void reply.headers(QR_CODE_HEADERS);
    return image;
  }

  @Get('boletos/:id')
  @AnswersContent('Get a boleto to print', 'text/html', { errors: ['charge_not_found'] })
  async boleto(@Param('id') id: string, @Res({ passthrough: true }) reply: FastifyReply) {
    const page = await this.slips.boleto(id);
    void reply.headers(SLIP_HEADERS);
    return page;
  }
}

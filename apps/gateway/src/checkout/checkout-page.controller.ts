import { Controller, Get, Headers, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AnswersContent } from '../docs/answers.decorator.js';
import { RawParam } from '../http/raw-param.js';
import { CheckoutPage } from './checkout-page.js';
import { pageLanguage } from './page-language.js';

/** Whether a link can be paid changes by the minute, and no other site learns its address. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  vary: 'accept-language',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

@ApiTags('Checkout')
@Controller('pay')
export class CheckoutPageController {
  constructor(private readonly page: CheckoutPage) {}

  @Get(':id')
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } })
  @AnswersContent('Open the page on which a payment link is paid', 'text/html', {
    errors: ['payment_link_not_found', 'payment_link_unavailable'],
    pages: ['payment_link_not_found', 'payment_link_unavailable'],
    takesAnyPath: true,
  })
  async open(
    // A link that lost a letter on its way is answered with a page, too.
    @RawParam('id') id: string,
    @Headers('accept-language') languages: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { status, body, contentSecurityPolicy } = await this.page.of(id, pageLanguage(languages));
    void reply.code(status).headers({ ...PAGE_HEADERS, 'content-security-policy': contentSecurityPolicy });
    return body;
  }
}

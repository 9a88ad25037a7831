import { DomainError } from '@centavo/contracts';
import { Controller, Get, Headers, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AnswersContent } from '../docs/answers.decorator.js';
import { RawParam } from '../http/raw-param.js';
import { CheckoutAssets } from './checkout-assets.js';

const HEADERS = {
  // Another content has another name.
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'accept-encoding',
  'x-content-type-options': 'nosniff',
};

@ApiTags('Checkout')
@Controller('pay/assets')
export class CheckoutAssetsController {
  constructor(private readonly assets: CheckoutAssets) {}

  @Get(':name')
  @ApiParam({ name: 'name', schema: { type: 'string' } })
  @AnswersContent('Get a file of the checkout page, as the page names it', '*/*', {
    errors: ['route_not_found'],
    takesAnyPath: true,
  })
  file(
    @RawParam('name') name: string,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Buffer {
    const asset = this.assets.find(name);
    if (!asset) throw new DomainError('route_not_found');
    const encoding = encodingFor(accepted ?? '');
    void reply.headers({ ...HEADERS, 'content-type': asset.contentType });
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    return asset[encoding];
  }
}

/** The best one that is named and not ruled out; every browser names both. */
function encodingFor(accepted: string): 'br' | 'gzip' | 'identity' {
  const names = accepted.split(',').filter((wish) => !/;\s*q=0(\.0*)?\s*$/.test(wish));
  const isNamed = (encoding: string): boolean =>
    names.some((name) => name.trim().split(';', 1)[0]!.trim() === encoding);
  return (['br', 'gzip'] as const).find(isNamed) ?? 'identity';
}

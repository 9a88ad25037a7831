import { CreateSubmerchantAddressDto, SubmerchantAddress } from '@centavo/contracts';
import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersList } from '../docs/answers.decorator.js';
import { CreateAddress } from './create-address.js';
import { DossierQueries } from './dossier.queries.js';

@ApiTags('Submerchants')
@Controller('v1/submerchants/:id/addresses')
export class AddressesController {
  constructor(
    private readonly createAddress: CreateAddress,
    private readonly dossiers: DossierQueries,
  ) {}

  @Post()
  @Answers('Add an address', SubmerchantAddress, {
    status: 201,
    errors: ['submerchant_not_found', 'submerchant_limit_reached'],
  })
  create(@Caller() caller: MerchantContext, @Param('id') id: string, @Body() body: CreateSubmerchantAddressDto) {
    return this.createAddress.execute(caller, id, body);
  }

  @Get()
  @AnswersList('List all addresses', SubmerchantAddress, { errors: ['submerchant_not_found'] })
  list(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.dossiers.addresses(merchantId, id);
  }
}

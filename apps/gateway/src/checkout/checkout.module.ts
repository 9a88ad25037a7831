import { Module } from '@nestjs/common';
import { ChargesModule } from '../charges/charges.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { CheckoutAssets } from './checkout-assets.js';
import { CheckoutAssetsController } from './checkout-assets.controller.js';
import { CheckoutCharges } from './checkout-charges.js';
import { CheckoutController } from './checkout.controller.js';
import { CheckoutLimits } from './checkout-limits.js';
import { CheckoutLinks } from './checkout-links.js';
import { CheckoutPage } from './checkout-page.js';
import { CheckoutPageController } from './checkout-page.controller.js';
import { CheckoutTokens } from './checkout-tokens.js';
import { PayLink } from './pay-link.js';

/** What payers of payment links see and ask for, without credentials. */
@Module({
  imports: [ChargesModule, TokensModule],
  controllers: [CheckoutAssetsController, CheckoutPageController, CheckoutController],
  providers: [CheckoutAssets, CheckoutLinks, CheckoutLimits, CheckoutPage, CheckoutCharges, CheckoutTokens, PayLink],
})
export class CheckoutModule {}

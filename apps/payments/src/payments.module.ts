import { Module } from '@nestjs/common';
import { Acquirer } from './acquirers/acquirer.port.js';
import { SandboxAcquirer } from './acquirers/sandbox/sandbox-acquirer.js';
import { CardDirectory } from './cards/card-directory.js';
import { AuthorizationQueue } from './charges/authorization-queue.js';
import { AuthorizeCharge } from './charges/authorize-charge.js';
import { ChargeWriter } from './charges/charge-writer.js';
import { ChargesController } from './charges/charges.controller.js';
import { CreateCharge } from './charges/create-charge.js';
import { RecoverCharges } from './charges/recover-charges.js';

@Module({
  controllers: [ChargesController],
  providers: [
    { provide: Acquirer, useClass: SandboxAcquirer },
    CardDirectory,
    ChargeWriter,
    CreateCharge,
    AuthorizeCharge,
    AuthorizationQueue,
    RecoverCharges,
  ],
})
export class PaymentsModule {}

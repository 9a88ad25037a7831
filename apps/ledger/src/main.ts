import { runServiceProcess } from '@centavo/service';
import { ledgerService } from './ledger.service.js';

await runServiceProcess(ledgerService);

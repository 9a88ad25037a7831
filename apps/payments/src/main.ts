import { runServiceProcess } from '@centavo/service';
import { paymentsService } from './payments.service.js';

await runServiceProcess(paymentsService);

import {
  Acquirer,
  type AuthorizationRequest,
  type AuthorizationResult,
  type Boleto,
  type OperationRequest,
  type OperationResult,
  type Payment,
  type PixCode,
} from '../acquirer.port.js';

/** Does and knows nothing and answers at once, unless a test replaces one of its methods. */
export class ScriptedAcquirer extends Acquirer {
  readonly name = 'scripted';
  readonly operations: OperationRequest[] = [];

  async authorize({ reference }: AuthorizationRequest): Promise<AuthorizationResult> {
    return { outcome: 'approved', externalId: reference, authorizationCode: 'A1B2C3', nsu: '000000001' };
  }

  async inquire(): Promise<AuthorizationResult | undefined> {
    return undefined;
  }

  async createPix(): Promise<PixCode> {
    return { externalId: '1', qrCode: '', txid: '' };
  }

  async registerBoleto(): Promise<Boleto> {
    return { externalId: '1', line: '', barcode: '' };
  }

  async inquirePayment(): Promise<Payment | undefined> {
    return undefined;
  }

  async operate(request: OperationRequest): Promise<OperationResult> {
    this.operations.push(request);
    return { outcome: 'done' };
  }

  async inquireOperation(): Promise<OperationResult | undefined> {
    return undefined;
  }
}

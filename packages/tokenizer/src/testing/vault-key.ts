import { compactDecrypt, type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose';
import { randomUUID } from 'node:crypto';

/** A key pair as the vault has it. */
export class VaultKey {
  private constructor(
    readonly jwk: JWK,
    private readonly privateKey: CryptoKey,
  ) {}

  static async generate(): Promise<VaultKey> {
    const alg = 'ECDH-ES+A256KW';
    const { publicKey, privateKey } = await generateKeyPair(alg, { crv: 'P-256' });
    return new VaultKey({ ...(await exportJWK(publicKey)), kid: randomUUID(), use: 'enc', alg }, privateKey);
  }

  /**
   * @param jwe compact
   * @throws when it was encrypted with another key
   */
  async open(jwe: string): Promise<{ readonly header: object; readonly plaintext: string }> {
    const { protectedHeader, plaintext } = await compactDecrypt(jwe, this.privateKey);
    return { header: protectedHeader, plaintext: new TextDecoder().decode(plaintext) };
  }
}

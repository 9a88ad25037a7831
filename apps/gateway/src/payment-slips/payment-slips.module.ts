import { Module } from '@nestjs/common';
import { PaymentSlipsController } from './payment-slips.controller.js';
import { PaymentSlips } from './payment-slips.js';
import { QrCodeImages } from './qr-code-images.js';

@Module({ controllers: [PaymentSlipsController], providers: [PaymentSlips, QrCodeImages] })
export class PaymentSlipsModule {}

import { wordpress } from '../../wordpress.js';

export const POST = wordpress.POST;

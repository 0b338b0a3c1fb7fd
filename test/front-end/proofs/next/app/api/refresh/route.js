import { refreshRoute } from 'headless-deploy-front-end/next';
import { options } from '../../../wordpress.js';

export const { POST } = refreshRoute( options );

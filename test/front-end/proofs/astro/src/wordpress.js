import { createWordPress } from 'headless-deploy-front-end/astro';

export const wordpress = createWordPress( {
	url: process.env.WORDPRESS_URL,
	environment: 'production',
	secret: process.env.HEADLESS_DEPLOY_REFRESH_SECRET,
} );

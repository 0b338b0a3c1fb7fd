import { wordpressFetch } from 'headless-deploy-front-end/next';

export const options = {
	url: process.env.WORDPRESS_URL,
	environment: 'production',
	secret: process.env.HEADLESS_DEPLOY_REFRESH_SECRET,
};

export async function read( path ) {
	const response = await wordpressFetch( options.url, path );
	return response.json();
}

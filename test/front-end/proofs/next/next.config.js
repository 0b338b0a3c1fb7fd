import { fileURLToPath } from 'node:url';

export default {
	cacheComponents: true,
	cacheHandler: fileURLToPath(
		import.meta.resolve( 'headless-deploy-front-end/next-cache' )
	),
};

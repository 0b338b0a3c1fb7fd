export async function register() {
	if ( process.env.NEXT_RUNTIME === 'nodejs' ) {
		const { refreshAtStart } =
			await import( 'headless-deploy-front-end/next' );
		const { options } = await import( './wordpress.js' );
		refreshAtStart( options );
	}
}

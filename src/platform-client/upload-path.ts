/** Where the host takes the zip of an environment, as the field `repository` of a form. */
export function uploadPath( {
	account,
	app,
	environment,
}: Record< 'account' | 'app' | 'environment', string > ): string {
	const [ accountPart, appPart, environmentPart ] = [
		account,
		app,
		environment,
	].map( encodeURIComponent );
	return `/fu/v1/accounts/${ accountPart }/apps/${ appPart }/environments/${ environmentPart }:upload`;
}

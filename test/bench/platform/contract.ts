/**
 * The part of the contract that is measured, as an OpenAPI document: Prism and Mockoon take nothing else.
 */
const PARAMETERS = [ 'account', 'app', 'environment' ].map( ( name ) => ( {
	name,
	in: 'path',
	required: true,
	schema: { type: 'string' },
} ) );

function answer( example: unknown ) {
	return {
		200: {
			description: 'OK',
			content: {
				'application/json': { schema: { type: 'object' }, example },
			},
		},
	};
}

const OPERATION = {
	name: 'accounts/acme/apps/shop/environments/e/operations/no_build',
	metadata: { build: '', deployment: '' },
	done: false,
};

/** Webhook, creation of an environment, and upload. */
export const CONTRACT = {
	openapi: '3.0.3',
	info: { title: 'Headless hosting', version: '1' },
	servers: [ { url: '/' } ],
	paths: {
		'/wh/v1/accounts/{account}/apps/{app}/environments/{environment}/webhooks/purgeCache':
			{
				post: {
					parameters: [
						...PARAMETERS,
						{
							name: 'token',
							in: 'query',
							required: true,
							schema: { type: 'string' },
						},
					],
					responses: answer( {} ),
				},
			},
		'/v1/accounts/{account}/apps/{app}/environments': {
			post: {
				parameters: PARAMETERS.slice( 0, 2 ),
				requestBody: {
					required: true,
					content: {
						'application/json': {
							schema: {
								type: 'object',
								required: [ 'displayName' ],
							},
						},
					},
				},
				responses: answer( OPERATION ),
			},
		},
		'/fu/v1/accounts/{account}/apps/{app}/environments/{environment}/upload':
			{
				post: {
					parameters: PARAMETERS,
					requestBody: {
						required: true,
						content: {
							'multipart/form-data': {
								schema: {
									type: 'object',
									properties: {
										repository: {
											type: 'string',
											format: 'binary',
										},
									},
								},
							},
						},
					},
					responses: answer( OPERATION ),
				},
			},
	},
};

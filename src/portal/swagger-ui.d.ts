declare module 'swagger-ui-dist' {
	/** The options that the portal uses; https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/. */
	interface SwaggerUiOptions {
		url: string;
		domNode: HTMLElement | null;
		deepLinking: boolean;
		filter: boolean;
		docExpansion: 'list' | 'full' | 'none';
		defaultModelsExpandDepth: number;
		tryItOutEnabled: boolean;
		validatorUrl: string | null;
	}

	export function SwaggerUIBundle( options: SwaggerUiOptions ): void;
}

declare module 'swagger-ui-dist/swagger-ui-bundle.js' {
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
		plugins: ( () => {
			wrapComponents: Record< string, () => () => null >;
		} )[];
	}

	export default function SwaggerUIBundle( options: SwaggerUiOptions ): void;
}

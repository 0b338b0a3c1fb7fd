/** What the portal uses; https://swagger.io/docs/open-source-tools/swagger-ui/customization/plugin-api/. */
declare module 'swagger-ui-dist/swagger-ui-bundle.js' {
	import type { ComponentType } from 'react';

	interface SwaggerUiSystem {
		getComponent: ( name: string, isContainer: boolean ) => ComponentType;
		specSelectors: {
			/** Of the OpenAPI document: `loading`, `success`, `failed`, `failedConfig`, or undefined before the first. */
			loadingStatus: () => string | undefined;
		};
	}

	export type SwaggerUiPlugin = () => {
		components: Record< string, ComponentType< SwaggerUiSystem > >;
		wrapComponents: Record< string, () => () => null >;
	};

	interface SwaggerUiOptions {
		url: string;
		domNode: HTMLElement | null;
		deepLinking: boolean;
		filter: boolean;
		docExpansion: 'list' | 'full' | 'none';
		defaultModelsExpandDepth: number;
		tryItOutEnabled: boolean;
		validatorUrl: string | null;
		/** The component that shows everything. */
		layout: string;
		plugins: SwaggerUiPlugin[];
	}

	export default function SwaggerUIBundle( options: SwaggerUiOptions ): void;
}

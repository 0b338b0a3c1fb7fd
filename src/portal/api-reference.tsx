import { useEffect, useRef } from '@wordpress/element';
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-bundle.js';
import type { SwaggerUiPlugin } from 'swagger-ui-dist/swagger-ui-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import { Page } from '../ui/page.tsx';
import { __ } from '../ui/i18n.ts';

/** The class that Swagger UI’s dark colors depend on. */
const DARK_CLASS = 'dark-mode';

/** Only the filter and the operations of Swagger UI: the page has a head and the sign-in. */
const operationsOnly: SwaggerUiPlugin = () => ( {
	components: {
		OperationsOnly: ( { getComponent, specSelectors } ) => {
			const status = specSelectors.loadingStatus();
			// Before the document has loaded, Swagger UI says that it has no operations.
			const parts =
				status === 'success' ? [ 'FilterContainer', 'operations' ] : [];
			return (
				<div className="swagger-ui">
					{ [ 'SvgAssets', 'errors', ...parts ].map( ( name ) => {
						const Part = getComponent( name, true );
						return <Part key={ name } />;
					} ) }
					{ status === 'loading' && (
						<p role="status">
							{ __( 'Loading…', 'headless-deploy' ) }
						</p>
					) }
				</div>
			);
		},
	},
	wrapComponents: { authorizeOperationBtn: () => () => null },
} );

/** Lets Swagger UI follow the color scheme of the system. */
function useDarkClass(): void {
	useEffect( () => {
		const { classList } = document.documentElement;
		const scheme = window.matchMedia( '(prefers-color-scheme: dark)' );
		const follow = () => classList.toggle( DARK_CLASS, scheme.matches );
		follow();
		scheme.addEventListener( 'change', follow );
		return () => {
			scheme.removeEventListener( 'change', follow );
			classList.remove( DARK_CLASS );
		};
	}, [] );
}

/** The platform’s OpenAPI document as a page, with “Try it out”. */
export default function ApiReference() {
	const place = useRef< HTMLDivElement >( null );
	useDarkClass();
	useEffect( () => {
		SwaggerUIBundle( {
			url: '/openapi.json',
			domNode: place.current,
			deepLinking: false,
			filter: true,
			docExpansion: 'list',
			defaultModelsExpandDepth: -1,
			tryItOutEnabled: true,
			// It would send the document to a server of Swagger.
			validatorUrl: null,
			layout: 'OperationsOnly',
			plugins: [ operationsOnly ],
		} );
	}, [] );
	return (
		<Page title={ __( 'API', 'headless-deploy' ) }>
			<p className="hd-lead">
				{ __(
					'“Execute” calls the platform with your session. Programs send an API user and its password by HTTP Basic authentication.',
					'headless-deploy'
				) }{ ' ' }
				<a href="/openapi.json">
					{ __( 'OpenAPI document', 'headless-deploy' ) }
				</a>
			</p>
			<h2 className="screen-reader-text">
				{ __( 'Operations', 'headless-deploy' ) }
			</h2>
			<div className="hd-box portal-api" ref={ place } />
		</Page>
	);
}

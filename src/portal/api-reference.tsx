import { useEffect, useRef } from '@wordpress/element';
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import { Page } from '../hosting/components/page.tsx';
import { __ } from '../hosting/i18n.ts';

/** The platform’s OpenAPI document as a page, with “Try it out”. */
export default function ApiReference() {
	const place = useRef< HTMLDivElement >( null );
	useEffect( () => {
		SwaggerUIBundle( {
			url: '/openapi.json',
			domNode: place.current,
			deepLinking: false,
			filter: true,
			docExpansion: 'none',
			defaultModelsExpandDepth: 0,
			tryItOutEnabled: true,
			// It would send the document to a server of Swagger.
			validatorUrl: null,
		} );
	}, [] );
	return (
		<Page title={ __( 'API', 'headless-deploy' ) }>
			<div className="hd-box portal-api" ref={ place } />
		</Page>
	);
}

<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use HeadlessDeploy\Action;

/**
 * Reads any URL that accepts POST. Which part is the secret is unknown, so everything after the host is hidden.
 */
final class Generic_Provider implements Provider {
	/**
	 * Hosts of hosting portals, where users may copy the URL of a page instead of a webhook.
	 */
	private const PORTALS = array(
		'my.wpengine.com',
		'vercel.com',
		'www.vercel.com',
		'app.netlify.com',
		'dash.cloudflare.com',
		'dashboard.render.com',
		'wpengine.com',
		'www.wpengine.com',
		'js.wpengineapi.com',
	);

	/**
	 * Pages of the portal of the reference API, at any host: `/portal/accounts/acme/apps/…`.
	 */
	private const PORTAL_PATH = '#^/portal(?:/(?:accounts|users|installs|requests|faults|api)(?:/.*)?)?/?$#D';

	public function owns( Pasted_Url $address ): bool {
		$is_page       = '' === $address->path() || ( '/' === $address->path() && '' === $address->query() );
		$is_look_alike = str_contains( strtolower( rawurldecode( $address->path() . '?' . $address->query() ) ), '/wh/v1/accounts/' );
		$is_page       = $is_page || 1 === preg_match( self::PORTAL_PATH, $address->path() );
		return ! $is_page && ! $is_look_alike && ! in_array( $address->host, self::PORTALS, true );
	}

	public function read( Pasted_Url $address ): Webhook_Url {
		$secret  = $address->path() . ( '' === $address->query() ? '' : '?' . $address->query() );
		$actions = array_column( Action::hosted(), 'value' );
		$target  = array_merge( Webhook_Url::NO_TARGET, array( 'host' => $address->host . $address->port ) );
		return new Webhook_Url(
			Providers::GENERIC,
			$target,
			null,
			array( Action::Rebuild ),
			array_fill_keys( $actions, $address->origin() . '/' ),
			array_fill_keys( $actions, Webhook_Url::mask( $secret ) ),
			array_fill_keys( $actions, $address->origin() . $secret ),
			Sensitive_Parts::of_address( $address->path(), $address->query() ),
		);
	}
}

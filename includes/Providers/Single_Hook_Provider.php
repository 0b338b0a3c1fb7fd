<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use HeadlessDeploy\Action;
use HeadlessDeploy\Errors;
use SensitiveParameter;
use WP_Error;

/**
 * Reads the deploy hook of a host that has one POST address for each site, with the secret in its path or in its query.
 * All of them rebuild; a clean rebuild is there where the host has a parameter for it; none purges.
 */
final class Single_Hook_Provider implements Provider {
	private const SECRET = '/^[A-Za-z0-9_-]{8,256}$/D';

	/**
	 * @param string $id          Id on the wire.
	 * @param string $host        The host; one that HEADLESS_DEPLOY_LOCAL_HOSTS names may stand in for it.
	 * @param string $path        Beginning of the path.
	 * @param string $app         Pattern of what follows it and is no secret, with the group `app`.
	 * @param string $key_field   Parameter that holds the secret; empty where it ends the path.
	 * @param string $clean       Parameter that makes a rebuild a clean one, or empty.
	 * @param string $title_field Parameter that names the build, or empty.
	 * @param bool   $shares_host Whether another provider of the table has the same host, so that the path decides.
	 */
	public function __construct(
		private readonly string $id,
		private readonly string $host,
		private readonly string $path,
		private readonly string $app = '',
		private readonly string $key_field = '',
		private readonly string $clean = '',
		private readonly string $title_field = '',
		private readonly bool $shares_host = false,
	) {}

	/**
	 * {@inheritDoc}
	 */
	public function owns( Pasted_Url $address ): bool {
		$is_path = str_starts_with( $address->path(), $this->path );
		return ( $this->host === $address->host && ( $is_path || ! $this->shares_host ) ) || ( $address->is_local && $is_path );
	}

	/**
	 * {@inheritDoc}
	 */
	public function read( Pasted_Url $address ): Webhook_Url|WP_Error {
		$pattern = '#^' . preg_quote( $this->path, '#' ) . '(?<public>' . $this->app . ')' . ( '' === $this->key_field ? '(?<secret>[^/]*)' : '' ) . '/?$#D';
		if ( 1 !== preg_match( $pattern, $address->path(), $found ) ) {
			return Errors::make( 'headless_deploy_url_not_a_webhook', array( 'host' => $address->host ) );
		}
		$secret = '' === $this->key_field ? $found['secret'] : $this->key( $address->query() );
		if ( '' === $secret ) {
			return Errors::make( 'headless_deploy_token_missing' );
		}
		if ( 1 !== preg_match( self::SECRET, $secret ) ) {
			return Errors::make( 'headless_deploy_hook_damaged', array( 'host' => $address->host ) );
		}
		return $this->url( $address, $found['public'], $found['app'] ?? '', $secret );
	}

	/**
	 * Makes the addresses of the actions.
	 *
	 * @param string $public What follows the beginning of the path and is no secret.
	 * @param string $app    What the host calls the site, or empty.
	 */
	private function url( Pasted_Url $address, string $public, string $app, #[SensitiveParameter] string $secret ): Webhook_Url {
		$base    = $address->origin() . $this->path . $public;
		$further = $address->query_without( ...array_filter( array( $this->key_field, explode( '=', $this->clean )[0], $this->title_field ) ) );
		$offered = '' === $this->clean ? array( Action::Rebuild ) : array( Action::Rebuild, Action::CleanRebuild );
		$masked  = array();
		$urls    = array();
		foreach ( $offered as $action ) {
			$clean                    = Action::CleanRebuild === $action ? $this->clean : '';
			$masked[ $action->value ] = $this->suffix( Webhook_Url::mask( $secret ), $clean );
			$urls[ $action->value ]   = $base . $this->suffix( $secret, $further, $clean );
		}
		$target = array(
			'host'        => $address->host . $address->port,
			'account'     => '',
			'app'         => $app,
			'environment' => '',
		);
		return new Webhook_Url( $this->id, $target, null, $offered, array_fill_keys( array_keys( $urls ), $base ), $masked, $urls, array( $secret ), $this->title_field );
	}

	/**
	 * Returns what follows the public part of an address.
	 *
	 * @param string $secret        The secret, or its mask.
	 * @param string ...$parameters Further ones of the query, written as they are sent; empty ones are left out.
	 */
	private function suffix( #[SensitiveParameter] string $secret, #[SensitiveParameter] string ...$parameters ): string {
		$query = array_filter( '' === $this->key_field ? $parameters : array( $this->key_field . '=' . $secret, ...$parameters ) );
		return ( '' === $this->key_field ? $secret : '' ) . ( array() === $query ? '' : '?' . implode( '&', $query ) );
	}

	/**
	 * Reads the secret from a query. Two of them make none: nobody knows which one the host reads.
	 *
	 * @param string $query What stands behind the question mark.
	 */
	private function key( #[SensitiveParameter] string $query ): string {
		preg_match_all( '/(?:^|&)' . preg_quote( $this->key_field, '/' ) . '=([^&]*)/', $query, $found );
		return rawurldecode( implode( '&', $found[1] ) );
	}
}

<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use HeadlessDeploy\Action;
use HeadlessDeploy\Errors;
use SensitiveParameter;
use WP_Error;

/**
 * Reads the deploy hook of a host that has one URL for each site, with the secret in its path or its query. Every hook
 * rebuilds; a clean rebuild needs a parameter; none can purge the cache.
 */
final class Single_Hook_Provider implements Provider {
	private const SECRET = '/^[A-Za-z0-9_-]{8,256}$/D';

	/**
	 * @param string $host        Host, or any host in HEADLESS_DEPLOY_LOCAL_HOSTS.
	 * @param string $path        Start of the path.
	 * @param string $app         Pattern of the public part after `$path`, with the group `app`.
	 * @param string $key_field   Query parameter that contains the secret; empty where the secret ends the path.
	 * @param string $clean       Query parameter for a clean rebuild, or empty.
	 * @param string $title_field Query parameter for the title of a build, or empty.
	 * @param bool   $shares_host Whether another provider has the same host, so that the path decides.
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

	public function owns( Pasted_Url $address ): bool {
		$is_path = str_starts_with( $address->path(), $this->path );
		return ( $this->host === $address->host && ( $is_path || ! $this->shares_host ) ) || ( $address->is_local && $is_path );
	}

	public function read( Pasted_Url $address ): Webhook_Url|WP_Error {
		$pattern = '#^' . preg_quote( $this->path, '#' ) . '(?<public>' . $this->app . ')' . (
			'' === $this->key_field ? '(?<secret>[^/]*)' : ''
		) . '/?$#D';
		if ( 1 !== preg_match( $pattern, $address->path(), $found ) ) {
			return Errors::make( 'headless_deploy_url_not_a_webhook', host: $address->host );
		}
		$secret = '' === $this->key_field ? $found['secret'] : $this->key( $address->query() );
		if ( '' === $secret ) {
			return Errors::make( 'headless_deploy_token_missing' );
		}
		if ( 1 !== preg_match( self::SECRET, $secret ) ) {
			return Errors::make( 'headless_deploy_hook_damaged', host: $address->host );
		}
		return $this->url( $address, $found['public'], $found['app'] ?? '', $secret );
	}

	/**
	 * @param string $public Public part of the path after `$this->path`.
	 * @param string $app    Name of the site at the host, or empty.
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
		$found = array(
			'host' => $address->host . $address->port,
			'app'  => $app,
		);
		$target = array_merge( Webhook_Url::NO_TARGET, $found );
		return new Webhook_Url(
			$this->id,
			$target,
			null,
			$offered,
			array_fill_keys( array_keys( $urls ), $base ),
			$masked,
			$urls,
			array( $secret ),
			$this->title_field,
		);
	}

	/**
	 * Returns what follows the public part of a URL.
	 *
	 * @param string ...$parameters Further parameters of the query, encoded; empty ones are left out.
	 */
	private function suffix( #[SensitiveParameter] string $secret, #[SensitiveParameter] string ...$parameters ): string {
		$query = array_filter( '' === $this->key_field ? $parameters : array( $this->key_field . '=' . $secret, ...$parameters ) );
		return ( '' === $this->key_field ? $secret : '' ) . ( array() === $query ? '' : '?' . implode( '&', $query ) );
	}

	/**
	 * Reads the secret from a query. Two secrets are invalid, because it is unknown which one the host reads.
	 */
	private function key( #[SensitiveParameter] string $query ): string {
		preg_match_all( '/(?:^|&)' . preg_quote( $this->key_field, '/' ) . '=([^&]*)/', $query, $found );
		return rawurldecode( implode( '&', $found[1] ) );
	}
}

<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;
use WP_Error;

/**
 * The table of providers: the first that owns a URL reads it.
 */
final class Providers {
	public const WPE_HEADLESS       = 'wpe-headless';
	public const VERCEL             = 'vercel';
	public const NETLIFY            = 'netlify';
	public const CLOUDFLARE_WORKERS = 'cloudflare-workers';
	public const CLOUDFLARE_PAGES   = 'cloudflare-pages';
	public const RENDER             = 'render';
	public const GENERIC            = 'generic';

	public const IDS = array(
		self::WPE_HEADLESS,
		self::VERCEL,
		self::NETLIFY,
		self::CLOUDFLARE_WORKERS,
		self::CLOUDFLARE_PAGES,
		self::RENDER,
		self::GENERIC,
	);

	/**
	 * Recognizes a URL, also in a curl command. No error repeats a secret. Golden cases: test/contract/webhook-urls.json and
	 * test/contract/provider-urls.json.
	 *
	 * @param string|null $id The only provider to try; null for all.
	 */
	public static function recognize(
		#[SensitiveParameter]
		string $pasted,
		Local_Hosts $local_hosts,
		?string $id = null,
	): Webhook_Url|WP_Error {
		$url     = Curl_Command::unwrap( Sensitive_Value::take( $pasted ) );
		$address = is_wp_error( $url ) ? $url : Pasted_Url::parse( $url, $local_hosts );
		if ( is_wp_error( $address ) ) {
			return $address;
		}
		foreach ( self::all() as $provider_id => $provider ) {
			if ( ( null === $id || $id === $provider_id ) && $provider->owns( $address ) ) {
				return $provider->read( $address );
			}
		}
		return Errors::make( 'headless_deploy_url_not_a_webhook', host: $address->host );
	}

	/**
	 * @return array<string, Provider>
	 */
	private static function all(): array {
		return array(
			self::WPE_HEADLESS => new Wpe_Headless(),
			self::VERCEL       => new Single_Hook_Provider(
				self::VERCEL,
				'api.vercel.com',
				'/v1/integrations/deploy/',
				'(?:(?<app>prj_[A-Za-z0-9]{4,64})/)?',
			),
			self::NETLIFY => new Single_Hook_Provider(
				self::NETLIFY,
				'api.netlify.com',
				'/build_hooks/',
				clean: 'clear_cache=true',
				title_field: 'trigger_title',
			),
			self::CLOUDFLARE_WORKERS => new Single_Hook_Provider(
				self::CLOUDFLARE_WORKERS,
				'api.cloudflare.com',
				'/client/v4/workers/builds/deploy_hooks/',
				shares_host: true,
			),
			self::CLOUDFLARE_PAGES => new Single_Hook_Provider(
				self::CLOUDFLARE_PAGES,
				'api.cloudflare.com',
				'/client/v4/pages/webhooks/deploy_hooks/',
			),
			self::RENDER => new Single_Hook_Provider(
				self::RENDER,
				'api.render.com',
				'/deploy/',
				'(?<app>srv-[A-Za-z0-9]{4,64})',
				key_field: 'key',
			),
			self::GENERIC => new Generic_Provider(),
		);
	}
}

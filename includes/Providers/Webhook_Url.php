<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use HeadlessDeploy\Action;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;

/**
 * A recognized webhook URL: its provider, its actions, and the URL of each action.
 *
 * @phpstan-type Target array{host: string, account: string, app: string, environment: string}
 */
final class Webhook_Url {
	public const MASK = '••••';

	public const NO_TARGET = array(
		'host'        => '',
		'account'     => '',
		'app'         => '',
		'environment' => '',
	);

	/**
	 * Of a shorter secret four characters would reveal too much.
	 */
	private const MIN_SHOWN_LENGTH = 12;

	/**
	 * @var Sensitive_Value<array<value-of<Action>, non-empty-string>>
	 */
	private readonly Sensitive_Value $secret_urls;

	/**
	 * @var Sensitive_Value<list<string>>
	 */
	private readonly Sensitive_Value $sensitive_parts;

	/**
	 * @param Target                                    $target          What the URL was recognized as.
	 * @param Action|null                               $action          Action that the URL names, null for none.
	 * @param list<Action>                              $offered         Actions that are known from this URL.
	 * @param array<value-of<Action>, non-empty-string> $public_urls     Public part of the URL by action.
	 * @param array<value-of<Action>, string>           $masked          Mask of the secret part by action.
	 * @param array<value-of<Action>, non-empty-string> $secret_urls     Whole URL by action.
	 * @param list<string>                              $sensitive_parts Must be redacted.
	 * @param string                                    $title_field     Query parameter for the title of a build, or empty.
	 */
	public function __construct(
		public readonly string $provider,
		public readonly array $target,
		public readonly ?Action $action,
		public readonly array $offered,
		private readonly array $public_urls,
		private readonly array $masked,
		#[SensitiveParameter]
		array $secret_urls,
		#[SensitiveParameter]
		array $sensitive_parts,
		public readonly string $title_field = '',
	) {
		$this->secret_urls     = Sensitive_Value::of( $secret_urls );
		$this->sensitive_parts = Sensitive_Value::of( $sensitive_parts );
	}

	/**
	 * Returns the mask of a secret: `••••` and its last four characters.
	 */
	public static function mask( #[SensitiveParameter] string $secret ): string {
		return self::MASK . ( strlen( $secret ) < self::MIN_SHOWN_LENGTH ? '' : substr( $secret, -4 ) );
	}

	/**
	 * @return non-empty-string
	 */
	public function url( Action $action ): string {
		return $this->public_urls[ $action->value ];
	}

	public function masked( Action $action ): string {
		return $this->masked[ $action->value ];
	}

	/**
	 * @return non-empty-string
	 */
	public function secret_url( Action $action ): string {
		return $this->secret_urls->reveal()[ $action->value ];
	}

	/**
	 * @return list<string>
	 */
	public function sensitive_parts(): array {
		return $this->sensitive_parts->reveal();
	}

	public function origin(): string {
		return implode( '/', array_slice( explode( '/', array_values( $this->public_urls )[0] ?? '' ), 0, 3 ) );
	}
}

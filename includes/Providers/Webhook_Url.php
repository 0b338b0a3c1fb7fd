<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Providers;

use HeadlessDeploy\Action;
use HeadlessDeploy\Sensitive_Value;
use SensitiveParameter;

/**
 * Holds what one pasted webhook URL says: whose it is, which actions it stands for, and how each of them is called.
 */
final class Webhook_Url {
	public const MASK = '••••';

	/**
	 * Of a shorter secret the last four characters would tell too much.
	 */
	private const SHORTEST_SHOWN = 12;

	/**
	 * Action => the whole address.
	 *
	 * @var Sensitive_Value<array<value-of<Action>, non-empty-string>>
	 */
	private readonly Sensitive_Value $secret_urls;

	/**
	 * What must be redacted.
	 *
	 * @var Sensitive_Value<list<string>>
	 */
	private readonly Sensitive_Value $words;

	/**
	 * @param array{host: string, account: string, app: string, environment: string} $target      What it was recognised as.
	 * @param Action|null                                                            $action      The action of this very URL; null where it says none.
	 * @param list<Action>                                                           $offered     The actions that are known by it.
	 * @param array<value-of<Action>, non-empty-string>                              $public_urls Action => the part that everybody may see.
	 * @param array<value-of<Action>, string>                                        $masked      Action => what may be shown of the rest.
	 * @param array<value-of<Action>, non-empty-string>                              $secret_urls Action => the whole address.
	 * @param list<string>                                                           $words       What must be redacted.
	 * @param string                                                                 $title_field Parameter that names a build, or empty.
	 */
	public function __construct(
		public readonly string $provider,
		private readonly array $target,
		public readonly ?Action $action,
		private readonly array $offered,
		private readonly array $public_urls,
		private readonly array $masked,
		#[SensitiveParameter]
		array $secret_urls,
		#[SensitiveParameter]
		array $words,
		public readonly string $title_field = '',
	) {
		$this->secret_urls = Sensitive_Value::of( $secret_urls );
		$this->words       = Sensitive_Value::of( $words );
	}

	/**
	 * Returns what may be shown of a secret: its last four characters.
	 */
	public static function mask( #[SensitiveParameter] string $secret ): string {
		return self::MASK . ( strlen( $secret ) < self::SHORTEST_SHOWN ? '' : substr( $secret, -4 ) );
	}

	/**
	 * Returns the actions that are known by this URL.
	 *
	 * @return list<Action>
	 */
	public function offered(): array {
		return $this->offered;
	}

	/**
	 * Returns the part of one action's address that everybody may see.
	 *
	 * @return non-empty-string
	 */
	public function url( Action $action ): string {
		return $this->public_urls[ $action->value ];
	}

	/**
	 * Returns what may be shown of the rest of it.
	 */
	public function masked( Action $action ): string {
		return $this->masked[ $action->value ];
	}

	/**
	 * Returns one action's whole address. It is a secret.
	 *
	 * @return non-empty-string
	 */
	public function secret_url( Action $action ): string {
		return $this->secret_urls->reveal()[ $action->value ];
	}

	/**
	 * Returns what must be redacted.
	 *
	 * @return list<string>
	 */
	public function sensitive_parts(): array {
		return $this->words->reveal();
	}

	/**
	 * Returns what this was recognised as.
	 *
	 * @return array{host: string, account: string, app: string, environment: string}
	 */
	public function target(): array {
		return $this->target;
	}

	/**
	 * Returns the origin that is called.
	 */
	public function origin(): string {
		return implode( '/', array_slice( explode( '/', array_values( $this->public_urls )[0] ?? '' ), 0, 3 ) );
	}
}

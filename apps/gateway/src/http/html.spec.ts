import { html, trustedHtml } from './html.js';

describe('html', () => {
  it('escapes every value', () => {
    expect(html`<p title="${'" onload="x'}">${`<script>alert('&')</script>`}</p>`.text).toBe(
      '<p title="&quot; onload=&quot;x">&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</p>',
    );
  });

  it('takes HTML within HTML as it is, and null as nothing', () => {
    expect(html`<p>${html`<b>${'<'}</b>`}${null}${trustedHtml('<i></i>')}</p>`.text).toBe('<p><b>&lt;</b><i></i></p>');
  });

  it('is just its text when it has no values', () => {
    expect(html`<br />`.text).toBe('<br />');
  });
});

/*
 * The order of what a search of several words finds. It runs in the theme's worker, before the theme's own code: it
 * learns the pages from the index, and sorts the theme's results by how much of the question each page answers.
 */
{
  const INDEX = 0, SEARCH = 2, RESULT = 3  // the theme's types of messages
  /** Words that mean the same in this field, a line each. */
  const SYNONYMS = [
    "image file", "administrator admin",
    "revision edit", "create creation", "delete deletion", "move rename", "log audit", "number count",
    "multiple several batch", "authentication login", "amount price",
    "item product", "licence license", "exception error", "parallel concurrent", "genuine valid",
    "source wikitext", "parameter argument", "reply response",
  ]
  const FIELDS = { title: 6, tags: 5, lead: 4, section: 2.5, text: 1 }
  const SYNONYM = 0.4  // what a word of the same meaning counts
  const PAIR = 0.6  // what two words count that stand beside each other
  const THEIRS = 0.4  // what the theme's own first place counts
  const WHOLE = 1  // what a keyword counts whose words were all asked for

  /** The part of a word that its forms share: "created", "creates" and "creating" are one. */
  const stem = word => {
    if (word.length < 4 || /\d/.test(word)) return word
    const singular = word.replace(/ies$/, "y").replace(/(ss|x|ch|sh)es$/, "$1").replace(/([^su])s$/, "$1")
    return singular.replace(/(?<=...)(ing|ed|ly|er|ion)$/, "").replace(/([^aeiouls])\1$/, "$1").replace(/(?<=..)e$/, "")
  }
  const stems = text => text.replace(/<[^>]*>/g, " ").replace(/&\w+;/g, " ").toLowerCase()
    .split(/[^\p{L}\p{N}']+/u).filter(word => word).map(word => stem(SAME_WORD.get(word) ?? word))

  const nouns = words => {
    const found = [...new Set(words)].filter(word => !QUESTION.has(word))
    return found.length ? found : words
  }

  /** The words, and each two that stand beside each other. */
  const withPairs = words => {
    const found = words.filter(word => !QUESTION.has(word))
    return [...found, ...found.slice(1).map((word, index) => `${found[index]} ${word}`)]
  }

  const same = new Map()
  for (const line of SYNONYMS) {
    const group = stems(line)
    for (const word of group) same.set(word, new Set([...(same.get(word) ?? []), ...group.filter(other => other !== word)]))
  }

  let pages = new Map(), holders = new Map(), asked = []

  /** How much each page is about each of its words. */
  const learn = docs => {
    pages = new Map()
    for (const { location, title, text, tags = [] } of docs) {
      const [place, section] = location.split("#")
      if (!pages.has(place)) pages.set(place, { words: new Map(), keywords: [] })
      const page = pages.get(place)
      const count = (text, weight) => {
        for (const word of new Set(withPairs(stems(text)))) page.words.set(word, Math.max(page.words.get(word) ?? 0, weight))
      }
      count(title, section ? FIELDS.section : FIELDS.title)
      count(text, section ? FIELDS.text : FIELDS.lead)
      for (const tag of tags) count(tag, FIELDS.tags)
      if (!section) page.keywords = [title, ...tags].map(named => nouns(stems(named)))
    }
    holders = new Map()
    for (const { words } of pages.values()) {
      for (const word of words.keys()) holders.set(word, (holders.get(word) ?? 0) + 1)
    }
  }

  const rarity = word => Math.log(1 + pages.size / (1 + (holders.get(word) ?? 0)))
  const saturated = weight => weight / (weight + 4)
  const strength = ({ words }, word) => {
    const own = saturated(words.get(word) ?? 0)
    const others = [...(same.get(word) ?? [])].map(other => saturated(words.get(other) ?? 0))
    return Math.max(own, SYNONYM * Math.max(0, ...others))
  }

  /** What a keyword counts whose words, or words that mean the same, were all asked for. */
  const covered = (keyword, words) => {
    const parts = keyword.map(word => words.includes(word) ? 1 : words.some(own => same.get(own)?.has(word)) ? SYNONYM : 0)
    return parts.includes(0) ? 0 : keyword.reduce((sum, word, index) => sum + rarity(word) * parts[index], 0)
  }

  /** Rare words count more than common ones, and a page that has all of them more than one that has one of them often. */
  const score = (page, words) => {
    const whole = words.reduce((sum, word) => sum + rarity(word), 0)
    const met = words.reduce((sum, word) => sum + rarity(word) * strength(page, word), 0)
    const pairs = withPairs(words).slice(words.length).reduce((sum, pair) => sum + rarity(pair) * strength(page, pair), 0)
    const keyword = Math.max(0, ...page.keywords.map(each => covered(each, words)))
    return (met + PAIR * pairs + WHOLE * keyword) / whole
  }

  const meant = query => {
    return nouns(stems(query))
  }

  const place = items => items[0].location.split("#")[0]
  const ordered = items => {
    const scores = new Map(items.map((each, rank) => {
      const page = pages.get(place(each))
      return [each, (page ? score(page, asked) : 0) + THEIRS / (rank + 1)]
    }))
    return [...items].sort((one, other) => scores.get(other) - scores.get(one))
  }

  /** Of a single word, the page of that name comes first. */
  const isNamed = each => pages.get(place(each))?.keywords[0]?.join(" ") === asked[0]
  const named = items => [...items].sort((one, other) => isNamed(other) - isNamed(one))

  const post = self.postMessage.bind(self)
  self.postMessage = (message, ...rest) => {
    const { type, data } = message
    const sorted = asked.length > 1 ? ordered : named
    post(type === RESULT ? { type, data: { ...data, items: sorted(data.items) } } : message, ...rest)
  }
  addEventListener("message", ({ data }) => {
    if (data?.type === INDEX) learn(data.data.docs)
    if (data?.type === SEARCH && !data.isPlain) asked = meant(data.data)
  })
}
